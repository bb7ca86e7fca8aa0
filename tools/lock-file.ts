/** One package of package-lock.json that comes from outside the house. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  readonly path: string;
  readonly resolved: string | undefined;
  readonly integrity: string | undefined;
  readonly hasInstallScript: boolean;
}

interface Entry {
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}

/** All of them; the workspaces are links, and are not among them. */
export function registryPackages(lockFile: string): LockedPackage[] {
  const { packages } = JSON.parse(lockFile) as { packages: Record<string, Entry> };
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .map(([path, it]) => ({
      name: it.name ?? path.replace(/^.*node_modules\//, ''),
      version: it.version ?? '',
      path,
      resolved: it.resolved,
      integrity: it.integrity,
      hasInstallScript: it.hasInstallScript === true,
    }));
}

/** The house's own packages, by the names of their folders, as npm lists them. */
export function workspaceNames(lockFile: string): string[] {
  const { packages } = JSON.parse(lockFile) as { packages: Record<string, Entry> };
  return Object.values(packages)
    .filter(({ link }) => link === true)
    .map(({ resolved = '' }) => resolved);
}
