import { appActorName, type System, systemNames } from '@tonle/contract/actors';
import type { useShellTexts } from '../i18n/shell-texts.ts';
import { folded } from '../shell/manual-search.ts';

/**
 * What to search for among names as they were written down. A text that is, or begins, what the reader's language says for
 * somebody who is no person stands for that name, unless it begins several; any other text for itself.
 */
export function actorSearch(text: string, t: ReturnType<typeof useShellTexts>): string {
  const app = t('actor.app', { app: '' });
  if (text.toLowerCase().startsWith(app.toLowerCase())) return appActorName(text.slice(app.length));
  const typed = folded(text);
  const systems = Object.keys(systemNames) as System[];
  const names = [
    { shown: app.trim(), written: appActorName('').trim() },
    ...systems.map((it) => ({ shown: t(`actor.${it}`), written: systemNames[it] })),
  ];
  const [found, ...others] = names.filter(
    // Where both are the same, what was typed finds it already, and whatever else has it.
    ({ shown, written }) => shown !== written && folded(shown).startsWith(typed),
  );
  return found === undefined || others.length > 0 ? text : found.written;
}
