import { Editor } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { isTermsLink, type JudgedTerms, judgeTerms, type TermsNode } from '@tonle/contract/terms-document';
import { useEffect, useMemo, useRef, useState } from 'react';
import { EditorTools } from './editor-tools.tsx';
import { withoutAttributes } from './pasted-html.ts';
import styles from './terms.module.css';
import { useTermsTexts } from './terms-texts.ts';

/** What terms may hold and nothing more; terms-document.ts is the list, and judges what comes out. */
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    codeBlock: false,
    dropcursor: false,
    gapcursor: false,
    trailingNode: false,
    link: {
      openOnClick: false,
      autolink: false,
      isAllowedUri: (address) => isTermsLink(address),
      shouldAutoLink: () => false,
      HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer nofollow' },
    },
  }),
];

type TermsEditorProps = {
  /** What the editor starts with; give it another key to start anew. */
  document: TermsNode;
  onWrite: (written: JudgedTerms) => void;
  describedBy: string;
  isWrong: boolean;
};

/** The rich text. Load it lazily: it brings the editor. */
export default function TermsEditor({ document, onWrite, describedBy, isWrong }: TermsEditorProps) {
  const t = useTermsTexts();
  const frame = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor>();
  const label = t('editor.label');
  const attributes = useMemo(
    () => ({
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      'aria-describedby': describedBy,
      'aria-invalid': String(isWrong),
      class: styles.text ?? '',
    }),
    [label, describedBy, isWrong],
  );
  const latest = useRef({ document, onWrite, attributes });
  latest.current.onWrite = onWrite;
  latest.current.attributes = attributes;
  useEffect(() => {
    const made = new Editor({
      element: frame.current,
      extensions,
      content: latest.current.document,
      // Its style element would be an inline style; the module's own rules stand in.
      injectCSS: false,
      onUpdate: ({ editor: it }) => latest.current.onWrite(judgeTerms(it.getJSON())),
      editorProps: {
        // From the start: a field without a name is none for a screen reader.
        attributes: latest.current.attributes,
        transformPastedHTML: withoutAttributes,
        // Tab moves items of a list, so there must be another way out.
        handleKeyDown: (view, event) => {
          if (event.key !== 'Escape') return false;
          view.dom.blur();
          return true;
        },
      },
    });
    setEditor(made);
    return () => {
      made.destroy();
      setEditor(undefined);
    };
  }, []);
  useEffect(() => {
    editor?.setOptions({ editorProps: { ...editor.options.editorProps, attributes } });
  }, [editor, attributes]);
  return (
    <>
      {editor ? <EditorTools editor={editor} /> : <div className={styles.tools} />}
      <div ref={frame} className={styles.page} />
    </>
  );
}
