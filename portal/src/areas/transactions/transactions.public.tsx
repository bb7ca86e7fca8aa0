import { IconArrowDownLeft, IconArrowsExchange, IconArrowUpRight } from '@tabler/icons-react';
import { addDays } from '@tonle/contract/phnom-penh-day';
import { type TransactionRow, transactionById, webHistory } from '@tonle/contract/transactions';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { shellTexts } from '../../i18n/shell-texts.ts';
import { format } from '../../i18n/texts.ts';
import { today } from '../../i18n/time.ts';
import { paths } from '../../paths.ts';
import { getConfig } from '../../session/config.ts';
import type { PaletteItem, PaletteQuery, PaletteSource } from '../../shell/palette-source.ts';
import { Money } from '../../ui/money.tsx';
import { StatusText } from '../../ui/status.tsx';
import { AccountId, DateTime, Hash } from '../../ui/values.tsx';
import { directionOf, signOf } from './direction.ts';
import { useStates } from './transaction-states.tsx';
import { transactionsTexts } from './transactions-texts.ts';

export { AccountDetailsButton } from './account-details-button.tsx';
export { directionOf, signOf } from './direction.ts';
export { BusinessStatus, TransactionStatus } from './transaction-states.tsx';

const icons = { in: IconArrowDownLeft, out: IconArrowUpRight, within: IconArrowsExchange };
const found = 5;

/** Where a row is shown to this user: whoever holds the history sees it there, an auditor in the audit's. */
function pathOf(it: TransactionRow, { session }: PaletteQuery): string {
  const view = session.permissions.has('transactions.history') ? 'history' : 'audit';
  return paths.transaction(view, it.sourceAccountId, it.fiTransactionId);
}

/** The state that tells most, in words and shape. */
function RowState({ row: { status, businessStatus } }: { row: TransactionRow }) {
  const states = useStates();
  return (
    <StatusText {...(businessStatus === null ? states.status(status) : states.business(businessStatus))} />
  );
}

function itemOf(it: TransactionRow, query: PaletteQuery): PaletteItem {
  const direction = directionOf(it, query.session.user.accountId);
  const Icon = icons[direction];
  // Of an account that was asked for, the other side is the news.
  const own = query.kind === 'account-id' ? query.value : query.session.user.accountId;
  const other = it.destinationAccountId === own ? it.sourceAccountId : it.destinationAccountId;
  return {
    id: it.transactionHash,
    icon: <Icon size={18} stroke={1.6} />,
    label: (
      <>
        <DateTime value={it.transactionCreatedTime} />{' '}
        {query.kind === 'hash' ? <Hash value={it.transactionHash} /> : <AccountId id={other} />}
      </>
    ),
    end: (
      <>
        <RowState row={it} />
        <Money
          amount={it.transactionContent.commandList[0]?.amount ?? ''}
          currency={it.currencyName}
          sign={signOf(direction)}
          size="strong"
        />
      </>
    ),
    to: pathOf(it, query),
  };
}

/** One transaction by its whole hash; none where there is none or it may not be seen. */
async function byHash(query: PaletteQuery): Promise<TransactionRow[]> {
  try {
    return [await call(transactionById, { params: { id: query.value } }, { signal: query.signal })];
  } catch (error) {
    if (error instanceof ApiError && error.httpStatus === 404) return [];
    throw error;
  }
}

/** The newest transactions with an account, a phone, a reference or a name. */
async function newest(query: PaletteQuery): Promise<readonly TransactionRow[]> {
  const dateTo = today();
  const dateFrom = addDays(dateTo, 1 - getConfig().MAX_TRANSACTION_DAYS);
  const page = await call(
    webHistory,
    { query: { search: query.value, size: found, dateFrom, dateTo } },
    { signal: query.signal },
  );
  return page.rows;
}

/** What the ⌘K palette finds among transactions (ui.md, rule 24). */
export const transactionsInPalette: PaletteSource = {
  name: 'transactions',
  heading: (language) => format(shellTexts, language, 'group.transactions'),
  find: async (query) => {
    const { permissions } = query.session;
    if (!permissions.has('transactions.history') && !permissions.has('transactions.audit')) return [];
    const rows = query.kind === 'hash' ? await byHash(query) : await newest(query);
    await transactionsTexts.load(query.language);
    return rows.map((it) => itemOf(it, query));
  },
};
