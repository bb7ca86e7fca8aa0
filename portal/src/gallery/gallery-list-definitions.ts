import { codeFilter, defineList, textFilter } from '../table/list-definition.ts';

const filters = () => ({ search: textFilter(), type: codeFilter(['MOBILE', 'DESKTOP', 'WEB']) });
export type GalleryFilters = ReturnType<typeof filters>;

const list = (namespace: string) =>
  defineList({ name: `gallery-${namespace}`, namespace, sorts: ['id'], sort: 'id,asc', filters: filters() });

/** Made when they are asked for: a build, which has no gallery, carries none of it. */
export const galleryLists = () => ({ direct: list('direct'), indirect: list('indirect') });
