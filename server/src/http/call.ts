import type { ChannelScope } from '@tonle/contract/channel-scopes';
import type { Endpoint, In } from '@tonle/contract/endpoint';
import type { Envelope, PageOf } from '@tonle/contract/paging';
import type { Authority, Permission } from '@tonle/contract/permissions';
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import type { ChannelApp } from './channel-app.ts';
import type { SignedMessage } from './signed.ts';

export type Log = FastifyBaseLogger;

/** What a session may be used for: everything, or nothing but choosing a new password (decisions section 5). */
export type SessionScope = 'FULL' | 'PASSWORD';

/** The person who calls, as the database knows them at this very moment. */
export interface Session {
  readonly id: string;
  readonly scope: SessionScope;
  readonly userId: bigint;
  readonly login: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly fullName: string;
  readonly email: string | null;
  readonly authorities: readonly Authority[];
  readonly roles: readonly { readonly id: string; readonly name: string }[];
  readonly permissions: ReadonlySet<Permission>;
  /** How long the session lasts if nothing more is done, by the database's clock. */
  readonly secondsLeft: number;
}

/** Who did something, as the audit log keeps it: names and roles of that time. */
export interface Actor {
  readonly userId: bigint | null;
  readonly login: string | null;
  readonly fullName: string | null;
  readonly roles: readonly string[];
  readonly requestId: string | null;
  readonly address: string | null;
}

export interface RequestInfo {
  /** The reference that people see in error dialogs. */
  readonly id: string;
  readonly address: string;
  readonly userAgent: string;
  /** A poll of the portal, which keeps no idle session alive. */
  readonly isBackground: boolean;
  /** What the reader reads, of the languages there are texts in. */
  readonly language: 'en' | 'km';
  /** The bearer token as it came; only signing out looks at it. */
  readonly bearer?: string;
  /** Where a stream of events is to go on. */
  readonly lastEventId?: string;
}

/** Finds the session that a token names; undefined where there is none that still holds. */
export type FindSession = (token: string, request: RequestInfo) => Promise<Session | undefined>;

/**
 * An endpoint's parts by its type parameters: the fields themselves are optional, so that reading them by name would let
 * undefined in everywhere.
 */
type ParamsOf<E extends Endpoint> =
  E extends Endpoint<infer P, infer _Q, infer _B, infer _R, infer _L> ? P : never;
type QueryOf<E extends Endpoint> =
  E extends Endpoint<infer _P, infer Q, infer _B, infer _R, infer _L> ? Q : never;
type BodyOf<E extends Endpoint> =
  E extends Endpoint<infer _P, infer _Q, infer B, infer _R, infer _L> ? B : never;
type ListOf<E extends Endpoint> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer _R, infer L> ? L : never;

/** What a handler gets. */
export interface Call<E extends Endpoint> {
  readonly params: In<ParamsOf<E>>;
  readonly query: In<QueryOf<E>>;
  readonly body: In<BodyOf<E>>;
  readonly session: E['permission'] extends 'public' | 'network' | ChannelScope ? undefined : Session;
  /** The message itself, where the network signs instead of signing in. */
  readonly signed: E['permission'] extends 'network' ? SignedMessage : undefined;
  /** The app that calls, where a key stands for signing in. */
  readonly app: E['permission'] extends ChannelScope ? ChannelApp : undefined;
  readonly actor: Actor;
  readonly request: RequestInfo;
  /** The caller's key, where the endpoint heeds one and the caller sent one. */
  readonly idempotencyKey?: string;
  /** After this the caller has been told that nothing happened. */
  readonly deadline: Date;
  readonly log: Log;
}

/** What a handler gives: the body, or a page of rows for a list. */
export type Answer<E extends Endpoint> = [ListOf<E>] extends [Envelope]
  ? PageOf<z.input<E['response']>>
  : z.input<E['response']>;
