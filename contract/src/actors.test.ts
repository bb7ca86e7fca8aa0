import { expect, test } from 'vitest';
import { appActorName, appOfActor, systemNames, systemOfActor } from './actors.ts';

test('an app is told from people and from the system by its name', () => {
  expect(appOfActor(appActorName('mobile-app'))).toBe('mobile-app');
  expect(appOfActor('App Sophea')).toBeUndefined();
  expect(appOfActor(systemNames.network)).toBeUndefined();
  expect(systemOfActor('National network')).toBe('network');
  expect(systemOfActor('Sophea Chan')).toBeUndefined();
});
