import { bankInfo, bankLogo, bankTitleLogo, updateBankInfo } from '@tonle/contract/bank-info';
import { logoByCode } from '@tonle/contract/bank-logo';
import type { Db } from '../../db/tx.ts';
import { on } from '../../http/on.ts';
import * as service from './bank-info.service.ts';

const done = <Data>(data: Data) => ({ status: { code: 0 as const }, data });

export const routes = ({ db }: { db: Db }) => [
  on(bankInfo, async () => done(await service.readBankInfo(db))),
  on(updateBankInfo, async ({ body, actor }) =>
    done(await service.updateBankInfo(db, { request: body, actor })),
  ),
  on(bankLogo, ({ params }) => service.readLogo(db, 'LOGO', params.uuid)),
  on(bankTitleLogo, ({ params }) => service.readLogo(db, 'TITLE_LOGO', params.uuid)),
  on(logoByCode, async ({ params }) => done(await service.logoOfBank(db, params.code))),
];
