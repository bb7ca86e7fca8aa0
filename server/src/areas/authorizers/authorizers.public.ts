export { makeAuthorizerChanger } from './applying.ts';
export { askChange, authorizersOf } from './authorizers.service.ts';
