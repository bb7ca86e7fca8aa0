import { fill, isMessageKey, type MessageKey, messages } from '@tonle/contract/messages';
import type { FieldFault } from '@tonle/contract/refusal';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;
type Params = Record<string, string | number>;

/** No body has more; a hostile one with 10,000 unknown keys is not answered with 10,000 faults. */
const FAULTS_MAX = 50;
const PATH_LENGTH_MAX = 200;

/** What zod found, as the contract says it to people. `place` goes before the path where it is not the body. */
export function faultsOf(issues: readonly Issue[], place?: string): FieldFault[] {
  return issues.flatMap((issue) => faultsOfIssue(issue, place)).slice(0, FAULTS_MAX);
}

export function fault(path: string, key: MessageKey, params?: Params): FieldFault {
  return {
    path: path.slice(0, PATH_LENGTH_MAX),
    key,
    ...(params === undefined ? {} : { params }),
    message: fill(messages[key], params),
  };
}

function faultsOfIssue(issue: Issue, place: string | undefined): FieldFault[] {
  const path = [...(place === undefined ? [] : [place]), ...issue.path.map(String)].join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => fault(path === '' ? key : `${path}.${key}`, 'field.unknown'));
  }
  if (isMessageKey(issue.message)) return [fault(path, issue.message, boundsOf(issue))];
  // A union says what is wrong with each of its members: the first one that speaks a message of ours is the answer.
  if (issue.code === 'invalid_union') {
    const named = issue.errors.flat().find((it) => isMessageKey(it.message));
    if (named !== undefined) return [fault(path, named.message as MessageKey, boundsOf(named))];
  }
  return [fault(path, genericKey(issue), boundsOf(issue))];
}

function genericKey(issue: Issue): MessageKey {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'field.required' : 'field.invalid';
    case 'too_big':
      return issue.origin === 'string' ? 'field.too-long' : 'field.too-large';
    case 'too_small':
      return issue.origin === 'string' ? 'field.too-short' : 'field.too-small';
    case 'invalid_value':
      return issue.input === undefined ? 'field.required' : 'field.not-a-choice';
    default:
      return 'field.invalid';
  }
}

function boundsOf(issue: Issue): Params | undefined {
  if (issue.code === 'too_big') return { max: Number(issue.maximum) };
  if (issue.code === 'too_small') return { min: Number(issue.minimum) };
  if (issue.code !== 'custom' || issue.params === undefined) return undefined;
  const params = Object.entries(issue.params).filter(
    (entry): entry is [string, string | number] =>
      typeof entry[1] === 'string' || typeof entry[1] === 'number',
  );
  return params.length === 0 ? undefined : Object.fromEntries(params);
}
