import { expect, test } from 'vitest';
import { appActorName, appOfActor, networkName } from './actors.ts';

test('an app is told from people and from the network by its name', () => {
  expect(appOfActor(appActorName('mobile-app'))).toBe('mobile-app');
  expect(appOfActor('App Sophea')).toBeUndefined();
  expect(appOfActor(networkName)).toBeUndefined();
});
