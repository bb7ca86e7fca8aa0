export { addRole } from './roles.service.ts';
export { existingRoles } from './roles.store.ts';
