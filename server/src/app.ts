import { endpoints } from '@tonle/contract/endpoints';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type pino from 'pino';
import { Wrapper } from './adapters/key-store.ts';
import { smtpSender } from './adapters/mail.ts';
import { smsSender } from './adapters/sms.ts';
import { startSealer } from './areas/audit-log/audit-log.public.ts';
import * as auditLog from './areas/audit-log/audit-log.routes.ts';
import { makeAuthorizerChanger } from './areas/authorizers/authorizers.public.ts';
import * as authorizers from './areas/authorizers/authorizers.routes.ts';
import * as bankInfo from './areas/bank-info/bank-info.routes.ts';
import { channelAppFinder } from './areas/channel/channel.public.ts';
import * as channel from './areas/channel/channel.routes.ts';
import * as consoleUsers from './areas/console-users/console-users.routes.ts';
import { makeContactChanger } from './areas/contact-changes/contact-changes.public.ts';
import * as contactChanges from './areas/contact-changes/contact-changes.routes.ts';
import { customerReports } from './areas/customers/customers.public.ts';
import * as customers from './areas/customers/customers.routes.ts';
import { keepTotals } from './areas/domain-accounts/domain-accounts.public.ts';
import * as domainAccounts from './areas/domain-accounts/domain-accounts.routes.ts';
import { EventFeed, type EventFeedSettings, measureEvents, Reminders } from './areas/events/events.public.ts';
import * as events from './areas/events/events.routes.ts';
import { startRecoveryWork, type WorkDeps } from './areas/key-recovery/key-recovery.public.ts';
import * as keyRecovery from './areas/key-recovery/key-recovery.routes.ts';
import { openBankKey } from './areas/keyholders/keyholders.public.ts';
import * as keyholders from './areas/keyholders/keyholders.routes.ts';
import { limitReports } from './areas/kyc-limits/kyc-limits.public.ts';
import * as kycLimits from './areas/kyc-limits/kyc-limits.routes.ts';
import * as mainAccount from './areas/main-account/main-account.routes.ts';
import { measureNetwork, Network, type NetworkOptions } from './areas/network/network.public.ts';
import * as network from './areas/network/network.routes.ts';
import { accountList, accountStatement, Reports, type ReportTiming } from './areas/reports/reports.public.ts';
import * as reportRoutes from './areas/reports/reports.routes.ts';
import * as roles from './areas/roles/roles.routes.ts';
import {
  forgetOldSessions,
  openSignIn,
  sessionByIdFinder,
  sessionFinder,
} from './areas/sign-in/sign-in.public.ts';
import * as signIn from './areas/sign-in/sign-in.routes.ts';
import * as terms from './areas/terms/terms.routes.ts';
import { transactionReports } from './areas/transactions/transactions.public.ts';
import * as transactions from './areas/transactions/transactions.routes.ts';
import { requestReports } from './areas/verification/verification.public.ts';
import * as verification from './areas/verification/verification.routes.ts';
import type { Config, Mode } from './config.ts';
import { DatabaseClock } from './db/database-clock.ts';
import { type OpenDatabase, openWatchPool } from './db/pool.ts';
import { type RateLimits, rateLimitsDefault } from './http/limits.ts';
import { openLog } from './http/log.ts';
import type { Route } from './http/on.ts';
import { buildServer } from './http/server.ts';
import { Codes } from './jobs/codes.ts';
import { NeverDeliverable, Outbox, type OutboxTiming } from './jobs/outbox.ts';
import { openLedger, openLedgerPool } from './ledger.ts';

export interface AppDeps {
  readonly config: Config;
  readonly mode: Mode;
  readonly database: OpenDatabase;
  readonly version: string;
  /** The built portal; without it only the API is served. */
  readonly portalDir?: string;
  /** The ledger's own connections; opened here where left out, ended with the server either way. */
  readonly ledgerPool?: pg.Pool;
  readonly clock?: () => Date;
  readonly rateLimits?: Partial<RateLimits>;
  readonly logTo?: pino.DestinationStream;
  readonly closeTimeoutMs?: number;
  /** How long a request may take until money no longer moves for it. */
  readonly deadlineMs?: number;
  /** How patient the gateway is; tests are not. */
  readonly networkTiming?: NetworkOptions['timing'];
  /** How patient the event feed is, and how much of a gap it makes up for. */
  readonly eventSettings?: Partial<EventFeedSettings>;
  /** Routes beside the contract's: what a benchmark compares them with. */
  readonly moreRoutes?: readonly Route[];
  /** How patient the outbox is; tests are not. */
  readonly outboxTiming?: OutboxTiming;
  /** How often the audit log is sealed. */
  readonly sealEveryMs?: number;
  /** How often it is looked whether the day's reminders are due. */
  readonly remindersEveryMs?: number;
  /** How often recoveries of keys are moved on; tests are not patient. */
  readonly recoveryTiming?: WorkDeps['timing'];
  /** How patient reports are; tests are not. */
  readonly reportTiming?: Partial<ReportTiming>;
}

/** Builds the whole server from its parts; nothing listens yet. Closing it drains requests, then the ledger. */
export async function buildApp(given: AppDeps): Promise<FastifyInstance> {
  const { config, mode, database, version } = given;
  const { db, pool } = database;
  const clock = given.clock ?? (() => new Date());
  const watchPool = openWatchPool(database);
  const databaseClock = new DatabaseClock(watchPool);
  await databaseClock.start();
  const log = openLog({ level: config.logLevel, ...(given.logTo === undefined ? {} : { to: given.logTo }) });
  const ledgerPool = given.ledgerPool ?? openLedgerPool(database);
  const ledger = openLedger(ledgerPool);
  const bankKey = await openBankKey({ db, dataDir: config.dataDir, keyWrapSecret: config.keyWrapSecret });
  const { outbox, mail } = openOutbox(given, log);
  const codes = new Codes({ db, outbox, keyWrapSecret: config.keyWrapSecret });
  const signInDeps = openSignIn({ db, outbox, config });
  const gateway = new Network({
    config,
    db,
    ledger,
    clock,
    log,
    ...(given.networkTiming === undefined ? {} : { timing: given.networkTiming }),
  });
  const findSession = sessionFinder(signInDeps);
  const reminders = { hours: config.reminderHours, clock };
  const authorizerChanger = makeAuthorizerChanger({ db, log });
  const contactChanger = makeContactChanger({ db, outbox, log });
  const feed = new EventFeed({
    db,
    url: pool.options.connectionString ?? '',
    findSession,
    reminders,
    log,
    ...(given.eventSettings === undefined ? {} : { settings: given.eventSettings }),
  });
  const recoveryWork = startRecoveryWork({
    db,
    ledger,
    log,
    network: gateway,
    ...(given.recoveryTiming === undefined ? {} : { timing: given.recoveryTiming }),
  });
  const reports = new Reports({
    db,
    url: pool.options.connectionString ?? '',
    readUrl: config.databaseReadUrl,
    dataDir: config.dataDir,
    declarations: [
      ...transactionReports,
      ...customerReports,
      ...requestReports,
      ...limitReports,
      accountList,
      accountStatement,
    ],
    log,
    ...(given.reportTiming === undefined ? {} : { timing: given.reportTiming }),
  });
  const deps = {
    config,
    mode,
    version,
    db,
    pool,
    ledger,
    bankKey,
    clock,
    log,
    network: gateway,
    events: feed,
    signIn: signInDeps,
    reports,
    findSessionById: sessionByIdFinder(signInDeps),
    outbox,
    codes,
    reminders,
    contactChanger,
    authorizerChanger,
  };

  const routes = [
    ...signIn.routes(deps),
    ...keyholders.routes(deps),
    ...mainAccount.routes(deps),
    ...domainAccounts.routes(deps),
    ...bankInfo.routes(deps),
    ...terms.routes(deps),
    ...customers.routes(deps),
    ...transactions.routes(deps),
    ...reportRoutes.routes(deps),
    ...kycLimits.routes(deps),
    ...verification.routes(deps),
    ...network.routes(deps),
    ...channel.routes(deps),
    ...keyRecovery.routes(deps),
    ...events.routes(deps),
    ...contactChanges.routes(deps),
    ...auditLog.routes(deps),
    ...authorizers.routes(deps),
    ...roles.routes(deps),
    ...consoleUsers.routes(deps),
  ];

  const more = given.moreRoutes ?? [];
  const isDevelopment = mode === 'dev';
  const { app, metrics } = await buildServer({
    routes: [...routes, ...more],
    endpoints: [...endpoints, ...more.map((it) => it.endpoint)],
    findSession,
    findChannelApp: channelAppFinder(db),
    signatures: gateway.signatures,
    healthOf: { network: () => gateway.health() },
    pool,
    watchPool,
    log,
    clock: () => databaseClock.now(),
    rateLimits: { ...rateLimitsDefault, ...given.rateLimits },
    trustProxy: config.trustProxy,
    metricsToken: config.metricsToken,
    publicUrl: config.publicUrl,
    corsOrigins: config.corsOrigins,
    portal: {
      baseUrl: '',
      IDLE_TIMEOUT: config.idleTimeoutSeconds,
      MAX_TRANSACTION_DAYS: config.maxTransactionDays,
      supportContact: config.supportContact,
      version,
      demo: mode === 'demo' || mode === 'dev',
      extensions: true,
    },
    isDevelopment,
    checksAnswers: isDevelopment || mode === 'test',
    processMetrics: mode !== 'test',
    ...(given.portalDir === undefined ? {} : { portalDir: given.portalDir }),
    ...(given.closeTimeoutMs === undefined ? {} : { closeTimeoutMs: given.closeTimeoutMs }),
    ...(given.deadlineMs === undefined ? {} : { deadlineMs: given.deadlineMs }),
  });
  metrics.gauge(
    'tonle_ledger_waiting',
    'Commands that wait for the ledger or are being written.',
    () => ledger.waiting,
  );
  measureNetwork(metrics, gateway);
  measureEvents(metrics, feed);
  gateway.start();
  await reports.start();
  feed.start();
  // Before the requests in flight are waited for: these would never end by themselves.
  app.addHook('preClose', () => feed.close());
  outbox.start();
  contactChanger.start();
  authorizerChanger.start();
  const reminderMails = new Reminders({
    db,
    outbox,
    log,
    rules: reminders,
    time: config.reminderTime,
    publicUrl: config.publicUrl,
    ...(given.remindersEveryMs === undefined ? {} : { everyMs: given.remindersEveryMs }),
  });
  reminderMails.start();
  const oldSessions = forgetOldSessions(signInDeps, log);
  const domainTotals = keepTotals({ db, log });
  const sealer = startSealer({
    db,
    dataDir: config.dataDir,
    bankKey,
    clock,
    log,
    ...(given.sealEveryMs === undefined ? {} : { everyMs: given.sealEveryMs }),
  });
  app.addHook('onClose', async () => {
    const working = [
      gateway,
      contactChanger,
      authorizerChanger,
      reminderMails,
      reports,
      outbox,
      oldSessions,
      recoveryWork,
      domainTotals,
      sealer,
    ];
    databaseClock.close();
    await Promise.all(working.map((it) => it.close()));
    mail?.close();
    await ledger.close();
    await ledgerPool.end();
    await watchPool.end();
  });
  return app;
}

/** Mails go out by SMTP, text messages by a gateway, where they are named; otherwise the demo and tests show them, and a bank is warned. */
function openOutbox({ config, mode, database, outboxTiming }: AppDeps, log: pino.Logger) {
  const { smtpUrl, mailFrom, smsUrl } = config;
  const refuseForGood = (reason: string) => new NeverDeliverable(reason);
  const mail =
    smtpUrl === undefined ? undefined : smtpSender({ url: smtpUrl, from: mailFrom, refuseForGood });
  const sms =
    smsUrl === undefined
      ? undefined
      : smsSender({ url: smsUrl, token: config.smsToken, from: config.smsFrom, refuseForGood });
  if (mail === undefined && mode === 'production') {
    log.warn('SMTP_URL is not set: nobody can be mailed a one-time password');
  }
  if (sms === undefined && mode === 'production') {
    log.warn('SMS_URL is not set: nobody can be sent a code by text message');
  }
  const outbox = new Outbox({
    db: database.db,
    seal: new Wrapper(config.keyWrapSecret),
    senders: { ...(mail && { MAIL: mail.send }), ...(sms && { SMS: sms }) },
    isShown: mode !== 'production',
    log,
    ...(outboxTiming === undefined ? {} : { timing: outboxTiming }),
  });
  return { outbox, mail };
}
