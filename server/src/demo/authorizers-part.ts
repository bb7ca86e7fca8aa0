import { systemNames } from '@tonle/contract/actors';
import { fill } from '@tonle/contract/messages';
import { reasons } from '@tonle/contract/reasons';
import { audit, systemActor } from '../areas/audit-log/audit-log.public.ts';
import { insertChange, setSigner } from '../areas/authorizers/authorizers.store.ts';
import { inTransaction, type Tx } from '../db/tx.ts';
import type { DemoCustomer } from './demo-customers.ts';
import type { DemoPart, Stage } from './demo-part.ts';

type Change = {
  /** Which of the others signs; one that was deleted before it came to that cannot. */
  signer: number | 'deleted';
  direction: 'ADD_SIGNATORY' | 'REMOVE_SIGNATORY';
  hoursAgo: number;
  by: string;
};
const added = (signer: Change['signer'], hoursAgo: number, by = 'admin'): Change => ({
  signer,
  direction: 'ADD_SIGNATORY',
  hoursAgo,
  by,
});

/** What happened to who signs for two organisations; the second one is blocked, so its last change waits. */
const stories: readonly { fate: 'open' | 'frozen'; changes: readonly Change[]; waiting?: Change }[] = [
  {
    fate: 'open',
    changes: [
      added(0, 300),
      added(1, 299, 'admin2'),
      added(2, 200, 'App desktop-app'),
      { ...added(2, 120), direction: 'REMOVE_SIGNATORY' },
      added('deleted', 50),
    ],
  },
  { fate: 'frozen', changes: [added(1, 400)], waiting: added(0, 4, 'admin2') },
];

export const addAuthorizers: DemoPart = async (stage) => {
  if (stage.beforeCeremony) return;
  stage.progress('Demo bank: authorizers of desktop accounts');
  // The newest, since the first are in other stories.
  const desktop = stage.customers.filter((it) => it.accountType === 'DESKTOP').reverse();
  await inTransaction(stage.database.db, async (tx) => {
    for (const story of stories) {
      const of = desktop.find((it) => it.fate === story.fate);
      const others = desktop.filter((it) => it.fate === 'open' && it !== of);
      const deleted = desktop.find((it) => it.fate === 'deleted');
      const signerOf = ({ signer }: Change) => (signer === 'deleted' ? deleted : others[signer]);
      if (of === undefined) continue;
      for (const change of story.changes)
        await play(tx, stage, { of, signer: signerOf(change), change, isOver: true });
      const { waiting } = story;
      if (waiting) await play(tx, stage, { of, signer: signerOf(waiting), change: waiting, isOver: false });
    }
    await audit(tx, {
      actor: systemActor(systemNames.demo),
      activity: 'AUTHORIZER_ADDED',
      description: 'Entered the authorizers of the demo bank',
    });
  });
};

type Played = { of: DemoCustomer; signer: DemoCustomer | undefined; change: Change; isOver: boolean };

async function play(tx: Tx, stage: Stage, { of, signer, change, isOver }: Played): Promise<void> {
  if (signer === undefined) return;
  const at = (hoursAgo: number) => new Date(stage.now.getTime() - hoursAgo * 3_600_000);
  const { direction, hoursAgo, by } = change;
  const failure =
    signer.fate === 'deleted'
      ? fill(reasons['refusal.ACCOUNT_DELETED'], { account: signer.accountId })
      : undefined;
  const actor = stage.users.get(by);
  await insertChange(tx, {
    account_id: of.accountId,
    authorizer_account_id: signer.accountId,
    direction,
    made_by_login: actor?.login ?? null,
    made_by_name: actor?.fullName ?? by,
    created: at(hoursAgo),
    ...(isOver
      ? {
          status: failure === undefined ? ('SUCCESS' as const) : ('FAILED' as const),
          settled: at(hoursAgo - 0.001),
          reason: failure ?? null,
        }
      : {}),
  });
  const pair = { accountId: of.accountId, authorizerAccountId: signer.accountId };
  if (isOver && failure === undefined) await setSigner(tx, pair, direction);
}
