export { AuthorizerChanger } from './applying.ts';
