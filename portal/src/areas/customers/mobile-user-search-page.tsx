import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type AccountByContact, accountByPrimaryContact } from '@tonle/contract/main-account';
import type { PageOf } from '@tonle/contract/paging';
import { type FormEvent, useMemo, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/query.ts';
import { useMessageText } from '../../i18n/use-message-text.ts';
import type { CardParts, Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { useList } from '../../table/use-list.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AccountId } from '../../ui/values.tsx';
import { Contact } from './contact.tsx';
import styles from './customer-list.module.css';
import { userSearchList } from './customer-lists.ts';
import { useCustomersTexts } from './customers-texts.ts';

/** Whoever has this primary contact, at this bank or another, as a list of one or none. */
async function find(contact: string, signal: AbortSignal): Promise<PageOf<AccountByContact>> {
  try {
    const found = await call(accountByPrimaryContact, { params: { phone: contact } }, { signal });
    return { rows: [found], total: 1 };
  } catch (error) {
    if (error instanceof ApiError && error.httpStatus === 404) return { rows: [], total: 0 };
    throw error;
  }
}

/** What the server says of the contact itself, which belongs beside the field. */
const faultOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.fields.find((it) => it.path === 'phone')?.key : undefined;

/** /mobile-user-search: who has a primary contact (2-console.md section 2). */
export default function MobileUserSearchPage() {
  const t = useCustomersTexts();
  const list = useList(userSearchList);
  const { contact } = list.filters;
  const query = useQuery({
    queryKey: keyOf(accountByPrimaryContact, { params: { phone: contact ?? '' } }),
    queryFn: ({ signal }) => find(contact ?? '', signal),
    enabled: contact !== undefined,
  });
  const fault = faultOf(query.error);
  const columns = useColumns();
  return (
    <>
      <PageHeader title={t('search.title')} sentence={t('search.sentence')} />
      <SearchForm
        key={contact}
        contact={contact ?? ''}
        fault={fault}
        running={query.isFetching}
        onSearch={(typed) => {
          if (typed === contact) void query.refetch();
          else list.set({ contact: typed });
        }}
      />
      {contact === undefined || fault !== undefined ? (
        <Card>{t('search.hint')}</Card>
      ) : (
        <DataTable
          label={t('search.results')}
          list={list}
          query={query}
          columns={columns}
          card={foundCard}
          rowKey={(it) => it.accountId}
          rowLabel={(it) => it.fullName}
          noMatchTitle={t('search.none')}
        />
      )}
    </>
  );
}

type SearchFormProps = {
  contact: string;
  fault: string | undefined;
  running: boolean;
  onSearch: (typed: string) => void;
};

function SearchForm({ contact, fault, running, onSearch }: SearchFormProps) {
  const t = useCustomersTexts();
  const messageText = useMessageText();
  const [typed, setTyped] = useState(contact);
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = typed.trim();
    setMissing(value === '');
    if (value !== '') onSearch(value);
  };
  const shownFault = missing ? 'primary-contact.required' : typed === contact ? fault : undefined;
  return (
    <form className={styles.search} onSubmit={submit}>
      <TextInput
        label={t('field.primary-contact')}
        description={t('search.help')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={typed}
        maxLength={254}
        autoComplete="off"
        data-page-search
        error={shownFault && messageText(shownFault)}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setMissing(false);
        }}
      />
      <Button
        type="submit"
        size="md"
        className={styles.searchButton}
        loading={running}
        leftSection={<IconSearch size={16} stroke={1.6} />}
      >
        {t('search.button')}
      </Button>
    </form>
  );
}

const foundCard = (it: AccountByContact): CardParts => ({
  title: it.fullName,
  text: <AccountId id={it.accountId} />,
  states: (
    <>
      <Contact value={it.primaryContact} />
      <span>{it.bankName}</span>
    </>
  ),
});

function useColumns(): readonly Column<AccountByContact>[] {
  const t = useCustomersTexts();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('field.full-name'),
        width: 220,
        pinned: true,
        required: true,
        cell: (it) => it.fullName,
      },
      {
        id: 'account',
        header: t('field.account-id'),
        width: 200,
        cell: (it) => <AccountId id={it.accountId} copy copyName={t('field.account-id')} />,
      },
      {
        id: 'contact',
        header: t('field.primary-contact'),
        width: 200,
        cell: (it) => <Contact value={it.primaryContact} />,
      },
      { id: 'bank', header: t('search.bank'), width: 200, cell: (it) => it.bankName },
    ],
    [t],
  );
}
