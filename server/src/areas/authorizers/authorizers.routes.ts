import {
  type AuthorizerDirection,
  addAuthorizer,
  authorizerChange,
  listAuthorizerChanges,
  listAuthorizers,
  listNotAuthorizers,
  removeAuthorizer,
} from '@tonle/contract/authorizers';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import { on } from '../../http/on.ts';
import type { OneByOne } from '../../jobs/repeat.ts';
import { askChange, authorizerPage, changePage, showChange } from './authorizers.service.ts';

type Deps = { db: Db; authorizerChanger: Pick<OneByOne, 'wake'> };
type Body = { creatorAccountId: string; authorizerAccountId: string };

export function routes({ db, authorizerChanger }: Deps) {
  const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(db, work, { readOnly: true });
  const ask = async (body: Body, direction: AuthorizerDirection, actor: Actor) => {
    const pair = { accountId: body.creatorAccountId, authorizerAccountId: body.authorizerAccountId };
    const state = await inTransaction(db, (tx) => askChange(tx, { pair, direction, actor }));
    authorizerChanger.wake();
    return state;
  };
  return [
    on(listAuthorizers, ({ query: { filter: search, ...query } }) =>
      read((tx) => authorizerPage(tx, { ...query, search, signing: true })),
    ),
    on(listNotAuthorizers, ({ query: { filter: search, ...query } }) =>
      read((tx) => authorizerPage(tx, { ...query, search, signing: false })),
    ),
    on(listAuthorizerChanges, ({ query: { sort, ...query } }) =>
      read((tx) => changePage(tx, { ...query, direction: sort.direction })),
    ),
    on(authorizerChange, ({ params }) => read((tx) => showChange(tx, BigInt(params.id)))),
    on(addAuthorizer, ({ body, actor }) => ask(body, 'ADD_SIGNATORY', actor)),
    on(removeAuthorizer, ({ body, actor }) => ask(body, 'REMOVE_SIGNATORY', actor)),
  ];
}
