import { appOfActor, systemOfActor } from '@tonle/contract/actors';
import { useShellTexts } from '../i18n/shell-texts.ts';

/** Who did it, as people say it: a person with their user name where it is known, an app, the system. */
export function useActorName(): (name: string, login?: string | null) => string {
  const t = useShellTexts();
  return (name, login) => {
    if (login) return `${name} (${login})`;
    const system = systemOfActor(name);
    if (system !== undefined) return t(`actor.${system}`);
    const app = appOfActor(name);
    return app === undefined ? name : t('actor.app', { app });
  };
}

export const ActorName = ({ of: name }: { of: string }) => useActorName()(name);
