export { giveRole, takeRole } from './console-users.service.ts';
