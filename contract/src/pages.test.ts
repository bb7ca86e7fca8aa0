import { describe, expect, test } from 'vitest';
import { areas } from './areas.ts';
import { channelScopes } from './channel-scopes.ts';
import { endpoints } from './endpoints.ts';
import { authorityPages, landingPath, menuOf, type Page, pages, permissionsOf, userTypeOf } from './pages.ts';
import { authorities, permissions } from './permissions.ts';
import { exportPermissions } from './report-states.ts';

const all: readonly Page[] = pages;

describe('pages', () => {
  test('names and urls are unique, areas and permissions exist', () => {
    expect(new Set(all.map((it) => it.name)).size).toBe(all.length);
    expect(new Set(all.map((it) => it.url)).size).toBe(all.length);
    for (const it of all) {
      expect(areas).toContain(it.area);
      expect(it.permissions.length).toBeGreaterThan(0);
      for (const permission of it.permissions) expect(permissions).toContain(permission);
    }
  });

  test('no page’s permissions contain another’s (decisions section 4)', () => {
    for (const one of all) {
      for (const other of all) {
        if (one === other || other.comesWithAny) continue;
        expect(
          other.permissions.every((it) => one.permissions.includes(it)),
          `${one.name} contains ${other.name}`,
        ).toBe(false);
      }
    }
  });

  test('downloads come with every permission to export, and are of nobody else (decisions section 4)', () => {
    expect([...exportPermissions].sort()).toEqual(permissions.filter((it) => /\.export\b/.test(it)).sort());
    for (const it of exportPermissions)
      expect(menuOf([], [it]).map((page) => page.name)).toContain('download');
    expect(menuOf(['ROLE_AUDITOR'], permissionsOf(['ROLE_AUDITOR'])).map((it) => it.name)).not.toContain(
      'download',
    );
  });

  test('every permission is of some page', () => {
    const used = new Set(all.flatMap((it) => it.permissions));
    expect(permissions.filter((it) => !used.has(it))).toEqual([]);
  });

  test.each(authorities)('%s sees its own menu and nothing beside it', (authority) => {
    const names = menuOf([authority], permissionsOf([authority])).map((it) => it.name);
    const own = permissionsOf([authority]);
    const download = exportPermissions.some((it) => own.includes(it)) ? ['download'] : [];
    expect(names).toEqual([...authorityPages[authority], ...download]);
  });

  test('known fault: a custom role that holds a page’s permissions sees the page (hyperswitch-control-center 5346)', () => {
    for (const it of all)
      expect(menuOf([], permissionsOf([], it.permissions)).map((page) => page.name)).toContain(it.name);
  });

  test('a permission short of a page does not open it', () => {
    for (const it of all) {
      const short = it.comesWithAny ? [] : it.permissions.slice(1);
      expect(menuOf([], permissionsOf([], short)).map((page) => page.name)).not.toContain(it.name);
    }
  });

  test('permissions that the contract does not know give nothing', () => {
    expect(permissionsOf(['ROLE_NOBODY'], ['anything.else', 'toString'])).toEqual([]);
  });

  test('the user type is the first of the authorities in the decided order', () => {
    expect(userTypeOf(['ROLE_AUDITOR', 'ROLE_MANAGER'])).toBe('MANAGER');
    expect(userTypeOf(['ROLE_MANAGER', 'ROLE_KEYHOLDER'])).toBe('KEYHOLDER');
    expect(userTypeOf(['ROLE_AUDITOR', 'ROLE_AUTHORIZER'])).toBe('AUTHORIZER');
    expect(userTypeOf(['ROLE_SENDER'])).toBe('CUSTOM');
    expect(landingPath[userTypeOf([])]).toBe('/blank-page');
  });
});

describe('endpoints', () => {
  test('names and calls are unique and every permission exists', () => {
    expect(endpoints.length).toBeGreaterThan(20);
    expect(new Set(endpoints.map((it) => it.name)).size).toBe(endpoints.length);
    expect(new Set(endpoints.map((it) => `${it.method} ${it.path}`)).size).toBe(endpoints.length);
    for (const it of endpoints) {
      const access = typeof it.permission === 'string' ? [it.permission] : it.permission;
      const known: readonly string[] = ['signed-in', 'public', 'network', ...channelScopes, ...permissions];
      for (const one of access) expect(known, it.name).toContain(one);
    }
  });

  test('path parameters are declared, each by its schema', () => {
    for (const it of endpoints) {
      const named = [...it.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(Object.keys(it.params?.shape ?? {}).sort(), it.name).toEqual(named.sort());
    }
  });
});
