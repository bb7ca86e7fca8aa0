import { codeFilter, defineList, searchOf, textFilter } from '../table/list-definition.ts';

const filters = { search: textFilter(), type: codeFilter(['MOBILE', 'DESKTOP', 'WEB']) };
export type GalleryFilters = typeof filters;

const list = (namespace: string) =>
  defineList({ name: `gallery-${namespace}`, namespace, sorts: ['id'], sort: 'id,asc', filters });

export const directList = list('direct');
export const indirectList = list('indirect');
export const gallerySearch = searchOf([directList, indirectList]);
