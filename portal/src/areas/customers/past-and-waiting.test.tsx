import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { beforeAll, expect, test, vi } from 'vitest';
import { LanguageContext } from '../../i18n/use-texts.tsx';

const held = vi.hoisted(() => ({ permissions: [] as string[] }));
vi.mock('../../session/session.ts', () => ({
  useMay: (permission: string) => held.permissions.includes(permission),
  getSession: () => undefined,
}));
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}));

beforeAll(() => {
  vi.stubGlobal('window', globalThis);
});

async function markupOf(element: ReactNode): Promise<string> {
  const { prelude } = await prerender(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <LanguageContext value={{ language: 'en', setLanguage: () => undefined }}>{element}</LanguageContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return new Response(prelude).text();
}

test('a request that waits leads to its review, for those who may open it', async () => {
  const { WaitingRequest } = await import('./waiting-request.tsx');
  const banner = <WaitingRequest accountType="WEB" verificationId="17" />;
  held.permissions = ['verification.list.web'];
  expect(await markupOf(banner)).toContain('href="/customer_kyc_info/17"');
  held.permissions = ['verification.list.mobile'];
  const alone = await markupOf(banner);
  expect(alone).toContain('An update waits for approval.');
  expect(alone).not.toContain('href');
});

test.each(['photoUuid', 'identityUuid'] as const)(
  'a changed %s is a picture to open, not an id',
  async (fieldName) => {
    const { FieldValue } = await import('./histories.tsx');
    const uuid = '5a1f0c52-0d3c-4f0e-9d1b-0a3f5f3b7c11';
    const text = (await markupOf(<FieldValue of={{ fieldName }} value={uuid} />))
      .replace(/<style.*?<\/style>/gs, '')
      .replace(/<[^>]+>/g, '');
    expect(text).toBe('Show picture');
  },
);
