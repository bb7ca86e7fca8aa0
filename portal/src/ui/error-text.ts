import { ApiError } from '../api/api-error.ts';
import { contractTexts, messageText } from '../i18n/contract-texts.ts';
import type { Language } from '../i18n/language.ts';
import { shellTexts, useShellTexts } from '../i18n/shell-texts.ts';
import { format, hasText } from '../i18n/texts.ts';
import { useLanguage } from '../i18n/use-texts.tsx';
import { isPartMissing } from './load-part.ts';

export type ErrorText = {
  /** The server's title, or "Error" (1-portal.md section 8). */
  title: string;
  detail: string;
  reference: string | undefined;
};

const wireKeys = {
  offline: 'error.offline',
  unreachable: 'error.unreachable',
  timeout: 'error.timeout',
  unreadable: 'error.unreadable',
} as const;

/** An error in words, in the active language: by the refusal's key where the contract knows it. */
export function errorText(error: unknown, language: Language): ErrorText {
  const shell = (key: string) => format(shellTexts, language, key);
  if (!(error instanceof ApiError)) {
    const detail = shell(isPartMissing(error) ? 'crash.stale' : 'error.unknown');
    return { title: shell('error.title'), detail, reference: undefined };
  }
  const facts = { title: error.title ?? shell('error.title'), reference: error.reference };
  if (error.answerLost && error.refusalName === undefined)
    return { ...facts, detail: shell('error.answer-lost') };
  if (error.kind !== 'refused') return { ...facts, detail: shell(wireKeys[error.kind]) };
  const key = `refusal.${error.refusalName}`;
  // The server's own sentence has its parameters filled in; the catalogue's serves the other languages.
  if (language === 'en' && error.serverMessage) return { ...facts, detail: error.serverMessage };
  if (error.refusalName !== undefined && hasText(contractTexts, language, key)) {
    return { ...facts, detail: messageText(key, language, error.data) };
  }
  if (error.serverMessage) return { ...facts, detail: error.serverMessage };
  return { ...facts, detail: shell(error.httpStatus >= 502 ? 'error.unavailable' : 'error.unknown') };
}

/** `errorText` in the active language. */
export function useErrorText(): (error: unknown) => ErrorText {
  useShellTexts();
  const { language } = useLanguage();
  return (error) => errorText(error, language);
}
