import { ActionIcon } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconSeparator,
  IconStrikethrough,
  IconUnderline,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { type MouseEvent, type ReactNode, useEffect, useReducer, useState } from 'react';
import { Tooltip } from '../../ui/tooltip.tsx';
import { LinkDialog } from './link-dialog.tsx';
import styles from './terms.module.css';
import { useTermsTexts } from './terms-texts.ts';

type Tool = {
  name:
    | 'bold'
    | 'italic'
    | 'underline'
    | 'strike'
    | 'bullets'
    | 'numbers'
    | 'quote'
    | 'rule'
    | 'link'
    | 'undo'
    | 'redo';
  icon: ReactNode;
  run: () => void;
  isOn?: boolean;
  isOff?: boolean;
};

const icon = { size: 18, stroke: 1.6 } as const;

/** Whoever clicks a tool goes on typing where they were: nothing typed meanwhile goes to the button. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** What the editor's text is formatted with. */
export function EditorTools({ editor }: { editor: Editor }) {
  const t = useTermsTexts();
  const [, redraw] = useReducer((it: number) => it + 1, 0);
  const [isLinking, setLinking] = useState(false);
  useEffect(() => {
    editor.on('transaction', redraw);
    return () => {
      editor.off('transaction', redraw);
    };
  }, [editor]);
  const focused = () => editor.chain().focus();
  const tools: (readonly Tool[])[] = [
    [
      {
        name: 'bold',
        icon: <IconBold {...icon} />,
        run: () => focused().toggleBold().run(),
        isOn: editor.isActive('bold'),
      },
      {
        name: 'italic',
        icon: <IconItalic {...icon} />,
        run: () => focused().toggleItalic().run(),
        isOn: editor.isActive('italic'),
      },
      {
        name: 'underline',
        icon: <IconUnderline {...icon} />,
        run: () => focused().toggleUnderline().run(),
        isOn: editor.isActive('underline'),
      },
      {
        name: 'strike',
        icon: <IconStrikethrough {...icon} />,
        run: () => focused().toggleStrike().run(),
        isOn: editor.isActive('strike'),
      },
      {
        name: 'link',
        icon: <IconLink {...icon} />,
        run: () => setLinking(true),
        isOn: editor.isActive('link'),
        isOff: editor.state.selection.empty && !editor.isActive('link'),
      },
    ],
    [
      {
        name: 'bullets',
        icon: <IconList {...icon} />,
        run: () => focused().toggleBulletList().run(),
        isOn: editor.isActive('bulletList'),
      },
      {
        name: 'numbers',
        icon: <IconListNumbers {...icon} />,
        run: () => focused().toggleOrderedList().run(),
        isOn: editor.isActive('orderedList'),
      },
      {
        name: 'quote',
        icon: <IconBlockquote {...icon} />,
        run: () => focused().toggleBlockquote().run(),
        isOn: editor.isActive('blockquote'),
      },
      { name: 'rule', icon: <IconSeparator {...icon} />, run: () => focused().setHorizontalRule().run() },
    ],
    [
      {
        name: 'undo',
        icon: <IconArrowBackUp {...icon} />,
        run: () => focused().undo().run(),
        isOff: !editor.can().undo(),
      },
      {
        name: 'redo',
        icon: <IconArrowForwardUp {...icon} />,
        run: () => focused().redo().run(),
        isOff: !editor.can().redo(),
      },
    ],
  ];
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('tool.bar')}>
      <StyleChoice editor={editor} />
      {tools.map((group) => (
        <span key={group[0]?.name} className={styles.group}>
          {group.map((it) => (
            <Tooltip key={it.name} label={t(`tool.${it.name}`)}>
              <ActionIcon
                aria-label={t(`tool.${it.name}`)}
                aria-pressed={it.isOn}
                className={it.isOn ? styles.on : undefined}
                disabled={it.isOff}
                onMouseDown={keepFocus}
                onClick={it.run}
              >
                {it.icon}
              </ActionIcon>
            </Tooltip>
          ))}
        </span>
      ))}
      {isLinking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </div>
  );
}

const levels = [2, 3] as const;

function StyleChoice({ editor }: { editor: Editor }) {
  const t = useTermsTexts();
  const level = levels.find((it) => editor.isActive('heading', { level: it }));
  const choose = (value: string) => {
    const wanted = levels.find((it) => String(it) === value);
    if (wanted === undefined) editor.chain().focus().setParagraph().run();
    else editor.chain().focus().setHeading({ level: wanted }).run();
  };
  return (
    <select
      className={styles.style}
      aria-label={t('tool.style')}
      value={level ?? ''}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="">{t('tool.paragraph')}</option>
      {levels.map((it) => (
        <option key={it} value={it}>
          {t(`tool.heading-${it}`)}
        </option>
      ))}
    </select>
  );
}
