import { describe, expect, it } from 'vitest';
import { PasswordHasher } from './password-hash.ts';

const outcomes = async (works: Promise<boolean>[]) =>
  (await Promise.allSettled(works)).map((it) =>
    it.status === 'fulfilled' ? it.value : String(it.reason.refusalName),
  );

describe('hashing passwords', () => {
  it('is argon2id at 19 MiB and two passes, salted', async () => {
    const hasher = new PasswordHasher();
    const hashes = await Promise.all([hasher.hash('a password'), hasher.hash('a password')]);
    expect(hashes[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(hashes[0]).not.toBe(hashes[1]);
    expect(await hasher.verify(hashes[0], 'a password')).toBe(true);
    expect(await hasher.verify(hashes[0], 'A password')).toBe(false);
  });

  it('is as much work for somebody who is not there (vault CVE-2025-6011)', async () => {
    const hasher = new PasswordHasher();
    const hashed = await hasher.hash('a password');
    await hasher.verify(undefined, 'warm');
    const median = async (of: string | undefined) => {
      const times: number[] = [];
      for (let round = 0; round < 9; round += 1) {
        const before = performance.now();
        await hasher.verify(of, 'wrong');
        times.push(performance.now() - before);
      }
      return times.sort((a, b) => a - b)[4] ?? 0;
    };
    const ratio = (await median(undefined)) / (await median(hashed));
    expect(await hasher.verify(undefined, 'anything')).toBe(false);
    // The same library call with the same parameters: far apart only if one of them did no work.
    expect(ratio).toBeGreaterThan(0.2);
    expect(ratio).toBeLessThan(5);
  });

  it('lets some work, some wait, and tells the rest to come back', async () => {
    const hasher = new PasswordHasher({ runningMax: 1, waitingMax: 2 });
    const hashed = await hasher.hash('right');
    await hasher.verify(undefined, 'warm');
    const signIn = () => hasher.admit(() => hasher.verify(hashed, 'right'));
    const many = Array.from({ length: 6 }, signIn);
    expect((await outcomes(many)).sort()).toEqual([...Array(3).fill('TOO_MANY_REQUESTS'), true, true, true]);
    expect(await signIn()).toBe(true);
  });

  it('gives its place back when the work fails', async () => {
    const hasher = new PasswordHasher({ runningMax: 1, waitingMax: 0 });
    const signIn = (hashed: string | undefined) => hasher.admit(() => hasher.verify(hashed, 'x'));
    await expect(signIn('no hash at all')).rejects.toThrow();
    expect(await signIn(undefined)).toBe(false);
  });
});
