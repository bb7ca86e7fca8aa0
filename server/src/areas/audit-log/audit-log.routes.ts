import { type AuditEntry, activities, auditActivities, auditLogs } from '@tonle/contract/audit-log';
import { addDays, startOfDay } from '@tonle/contract/phnom-penh-day';
import { Refusal } from '@tonle/contract/refusal';
import { type Db, inTransaction } from '../../db/tx.ts';
import { on } from '../../http/on.ts';
import { listEntries, type StoredEntry } from './audit-list.store.ts';

export const routes = ({ db }: { db: Db }) => [
  on(auditLogs, async ({ query }) => {
    const { dateFrom, dateTo, sort, q, filter, roles, activities: chosen, page, size } = query;
    if (dateFrom !== undefined && dateTo !== undefined && dateFrom > dateTo)
      throw new Refusal('INVALID_REQUEST', {}, [{ path: 'dateTo', key: 'day.range-reversed' }]);
    const { rows, ...facts } = await inTransaction(
      db,
      (tx) =>
        listEntries(tx, {
          page,
          size,
          roles,
          activities: chosen,
          direction: sort.direction,
          from: dateFrom === undefined ? undefined : startOfDay(dateFrom),
          to: dateTo === undefined ? undefined : startOfDay(addDays(dateTo, 1)),
          // `filter` is what every list calls it, `q` what this one does in the specification.
          text: q ?? filter,
        }),
      { readOnly: true },
    );
    return { rows: rows.map(entryOf), ...facts };
  }),
  on(auditActivities, async () => [...activities]),
];

const valuesOf = (it: unknown): Record<string, unknown> | null => {
  if (it === null || it === undefined) return null;
  return typeof it === 'object' && !Array.isArray(it) ? (it as Record<string, unknown>) : { value: it };
};

function entryOf(it: StoredEntry): AuditEntry {
  const oldValues = valuesOf(it.oldValues);
  const newValues = valuesOf(it.newValues);
  return {
    id: String(it.id),
    fullName: it.fullName,
    username: it.login,
    roles: it.roles,
    activity: it.activity,
    description: it.description,
    logDateTime: Math.floor(it.created.getTime() / 1000),
    message: JSON.stringify({ subject: it.subject, old: oldValues, new: newValues }),
    subject: it.subject,
    oldValues,
    newValues,
    address: it.address,
    reference: it.requestId,
    sealed: it.sealed,
  };
}
