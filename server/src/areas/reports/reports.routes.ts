import { Refusal } from '@tonle/contract/refusal';
import { reportStates, statementMonths } from '@tonle/contract/report-states';
import {
  cancelReport,
  downloadReport,
  exportAccountDetails,
  exportAccountList,
  exportDesktopCustomers,
  exportDesktopLimits,
  exportDesktopRequests,
  exportHistory,
  exportIncoming,
  exportMobileCustomers,
  exportMobileLimits,
  exportMobileRequests,
  exportOutgoing,
  exportStatement,
  exportWebCustomers,
  exportWebLimits,
  exportWebRequests,
  openTicket,
  reportCsv,
  reportJobs,
  reportStateChoices,
  reportStatus,
  statementPeriods,
  useTicket,
} from '@tonle/contract/reports';
import type { Config } from '../../config.ts';
import { inTransaction } from '../../db/tx.ts';
import type { Actor, RequestInfo, Session } from '../../http/call.ts';
import { on } from '../../http/on.ts';
import { customerReportOf } from '../customers/customers.public.ts';
import { limitReportOf } from '../kyc-limits/kyc-limits.public.ts';
import { isOwnAccount } from '../transactions/transactions.public.ts';
import { requestReportOf } from '../verification/verification.public.ts';
import { accountListReport } from './account-list.ts';
import * as service from './reports.service.ts';
import { statementAccount } from './statement.store.ts';
import { statementReport } from './statement-request.ts';
import { periodLabels } from './statement-texts.ts';
import { accountReport, directionReport, historyReport } from './transaction-requests.ts';

export interface ReportRoutesDeps extends service.ReportsDeps {
  readonly config: Pick<Config, 'maxTransactionDays'>;
  readonly clock: () => Date;
}

const ok = <Data>(data: Data) => ({ status: { code: 0 as const }, data });

type Called = { session: Session; actor: Actor; request: RequestInfo };
const askerOf = ({ session, actor, request }: Called): service.Asker => ({
  session,
  actor,
  language: request.language,
});

export const routes = (deps: ReportRoutesDeps) => {
  const { db, config, clock } = deps;
  const today = () => ({ now: clock(), lookBackDays: config.maxTransactionDays });
  const ask = (call: Called, request: service.ReportRequest) =>
    service.requestReport(deps, askerOf(call), request);
  return [
    on(exportIncoming, (call) => ask(call, directionReport('INCOMING', call.query, today()))),
    on(exportOutgoing, (call) => ask(call, directionReport('OUTGOING', call.query, today()))),
    on(exportHistory, (call) => ask(call, historyReport(call.query, today()))),
    on(exportAccountDetails, async (call) => {
      const request = accountReport(call.query, today());
      const isOwn = await inTransaction(db, (tx) => isOwnAccount(tx, call.query.accountId), {
        readOnly: true,
      });
      if (!isOwn) throw new Refusal('NOT_FOUND');
      return ask(call, request);
    }),
    on(exportStatement, async (call) => {
      const account = await inTransaction(db, (tx) => statementAccount(tx, call.query.accountId), {
        readOnly: true,
      });
      return ok((await ask(call, statementReport(call.query, account, today()))).id);
    }),
    on(statementPeriods, async ({ request }) => ({
      rows: statementMonths.map((value) => ({ value, label: periodLabels[request.language](value) })),
      total: statementMonths.length,
    })),
    on(exportMobileCustomers, (call) => ask(call, customerReportOf('MOBILE', call.query, clock()))),
    on(exportDesktopCustomers, (call) => ask(call, customerReportOf('DESKTOP', call.query, clock()))),
    on(exportWebCustomers, (call) => ask(call, customerReportOf('WEB', call.query, clock()))),
    on(exportMobileRequests, (call) => ask(call, requestReportOf('MOBILE', call.query, clock()))),
    on(exportDesktopRequests, (call) => ask(call, requestReportOf('DESKTOP', call.query, clock()))),
    on(exportWebRequests, (call) => ask(call, requestReportOf('WEB', call.query, clock()))),
    on(exportMobileLimits, (call) => ask(call, limitReportOf('MOBILE', call.query, clock()))),
    on(exportDesktopLimits, (call) => ask(call, limitReportOf('DESKTOP', call.query, clock()))),
    on(exportWebLimits, (call) => ask(call, limitReportOf('WEB', call.query, clock()))),
    on(exportAccountList, (call) => ask(call, accountListReport(call.query, clock()))),
    on(reportStatus, ({ params, session }) => service.standingOf(deps, session, params.id)),
    on(reportCsv, (call) => service.takeFile(deps, call, call.params.id)),
    on(downloadReport, (call) => service.takeFile(deps, call, call.params.id)),
    on(openTicket, async (call) => ok(await service.openTicket(deps, call, call.params.id))),
    on(useTicket, ({ params, actor }) => service.useTicket(deps, params.ticket, actor)),
    on(reportJobs, ({ query, session }) => service.listReports(deps, session, query)),
    on(reportStateChoices, async () => [...reportStates]),
    on(cancelReport, (call) => service.cancelReport(deps, call, call.params.id)),
  ];
};
