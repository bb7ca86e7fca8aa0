import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChannelAccountType } from '@tonle/contract/channel-permissions';
import { properties } from '@tonle/contract/main-account';
import {
  emptyTerms,
  isBlankTerms,
  type JudgedTerms,
  judgeTerms,
  type TermsNode,
  termsFault,
} from '@tonle/contract/terms-document';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { ApiError } from '../../api/api-error.ts';
import { type AnswerOf, call } from '../../api/call.ts';
import { keyOf, queryOf } from '../../api/query.ts';
import { getConfig } from '../../session/config.ts';
import { dropDraft, keepDraft, readDraft } from '../../session/drafts.ts';
import { showError, toast } from '../../ui/messages.ts';
import { termsEndpoints } from './terms-endpoints.ts';
import { useTermsTexts } from './terms-texts.ts';

/** The text in force; the version where the server tells it. */
export type Terms = { document: TermsNode; version: number | undefined; isCut: boolean };

const names = { MOBILE: 'Mobile', DESKTOP: 'Desktop', WEB: 'Web' } as const;

/** Whatever a server gives, only what terms may hold is taken. */
export function readTerms(text: string): JudgedTerms {
  if (text === '') return { document: emptyTerms(), faults: [], lost: [] };
  try {
    return judgeTerms(JSON.parse(text));
  } catch {
    return { document: emptyTerms(), faults: ['text'], lost: ['text'] };
  }
}

function termsOf(answer: AnswerOf<typeof properties>, channel: ChannelAccountType): Terms {
  const { document, faults } = readTerms(answer[`termCondition${names[channel]}`]);
  return { document, version: answer[`termVersion${names[channel]}`], isCut: faults.length > 0 };
}

/** The terms in force, read once: what is being edited does not change below the hands. */
export function useTermsInForce(channel: ChannelAccountType) {
  const query = useQuery({
    ...queryOf(properties, {}),
    // One call answers for all channels; whoever goes from one editor to another reads it anew all the same.
    queryKey: [...keyOf(properties), 'editor', channel],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return { terms: query.data && termsOf(query.data, channel), query };
}

const readAnew = async (queries: QueryClient, channel: ChannelAccountType): Promise<Terms> =>
  termsOf(await queries.fetchQuery({ ...queryOf(properties, {}), staleTime: 0 }), channel);

/** What a colleague has made of it meanwhile: from what (where that is known), to what. */
export type Conflict = { before: TermsNode | undefined; theirs: Terms };

const Draft = z.object({ version: z.number().optional(), text: z.string() });
const draftDelayMs = 400;
const same = (one: TermsNode, other: TermsNode) => JSON.stringify(one) === JSON.stringify(other);

/** The text that is being written, what it is held against, and what becomes of it. */
export function useTermsForm(channel: ChannelAccountType, read: Terms) {
  const t = useTermsTexts();
  const queries = useQueryClient();
  const draftName = `terms-${channel}`;
  const [draft] = useState(() => readDraft(draftName, Draft));
  const isOvertaken = draft !== undefined && draft.version !== read.version;
  const [base, setBase] = useState<Terms>(isOvertaken ? { ...read, version: draft.version } : read);
  const [written, setWritten] = useState(() => draft && readTerms(draft.text).document);
  // A draft of an older version: the colleague's text came between.
  const [conflict, setConflict] = useState<Conflict | undefined>(
    isOvertaken ? { before: undefined, theirs: read } : undefined,
  );
  /** Another number makes the editor start anew. */
  const [round, setRound] = useState(0);
  const [fault, setFault] = useState<{ key: string; params?: Record<string, unknown> }>();
  const [isRunning, setRunning] = useState(false);
  /** What stands in the editor and terms may not hold. Saving would drop it, so there is no saving before it is gone. */
  const [lost, setLost] = useState<string>();
  const isChanged = lost !== undefined || (written !== undefined && !same(written, base.document));

  useEffect(() => {
    if (!isChanged) {
      dropDraft(draftName);
      return undefined;
    }
    if (lost !== undefined) return undefined;
    const keep = () => keepDraft(draftName, { version: base.version, text: JSON.stringify(written) });
    const timer = setTimeout(keep, draftDelayMs);
    return () => clearTimeout(timer);
  }, [draftName, isChanged, lost, written, base.version]);

  const start = (from: Terms) => {
    setBase(from);
    setWritten(undefined);
    setLost(undefined);
    setConflict(undefined);
    setFault(undefined);
    setRound((it) => it + 1);
  };
  const save = async () => {
    if (written === undefined) return;
    setRunning(true);
    setFault(undefined);
    const { version } = base;
    try {
      const body = { text: JSON.stringify(written), ...(version !== undefined && { version }) };
      const saved = await call(termsEndpoints[channel].save, { body });
      dropDraft(draftName);
      toast.success(t(`done.${channel}`));
      if (getConfig().extensions) void queries.invalidateQueries({ queryKey: ['terms'] });
      // After a save the text is reloaded (2-console.md section 4); where that fails, it is what was sent.
      start(
        await readAnew(queries, channel).catch(() => ({
          document: written,
          version: getConfig().extensions ? saved.version : undefined,
          isCut: false,
        })),
      );
    } catch (error) {
      await failed(error);
    } finally {
      setRunning(false);
    }
  };
  const failed = async (error: unknown) => {
    const [wrong] = error instanceof ApiError ? error.fields.filter((it) => it.path === 'text') : [];
    if (wrong !== undefined)
      return setFault({ key: wrong.key, ...(wrong.params && { params: wrong.params }) });
    if (!(error instanceof ApiError) || error.refusalName !== 'CHANGED_MEANWHILE') return showError(error);
    try {
      setConflict({ before: base.document, theirs: await readAnew(queries, channel) });
      if (getConfig().extensions) void queries.invalidateQueries({ queryKey: ['terms'] });
    } catch (why) {
      showError(why);
    }
  };
  return {
    base,
    conflict,
    fault: lost === undefined ? fault : termsFault(lost),
    isChanged,
    isRunning,
    round,
    written,
    canSave:
      isChanged && lost === undefined && conflict === undefined && !isBlankTerms(written ?? emptyTerms()),
    write: (it: JudgedTerms) => {
      setWritten(it.document);
      setLost(it.lost[0]);
    },
    save,
    discard: () => start(conflict?.theirs ?? base),
    takeTheirs: () => conflict && start(conflict.theirs),
    /** What was written stays, and saving puts it in the place of the colleague's. */
    keepMine: () => {
      if (conflict) setBase(conflict.theirs);
      setConflict(undefined);
    },
  };
}
