import type { TermsMark, TermsNode } from '@tonle/contract/terms-document';
import { createElement, Fragment, type ReactNode } from 'react';
import styles from './terms.module.css';

/** Elements of nodes; headings stand below a dialog's title. */
const elements = {
  paragraph: 'p',
  bulletList: 'ul',
  listItem: 'li',
  blockquote: 'blockquote',
} as const;
const markElements = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' } as const;

/** Terms to be read: shown as nodes, never as HTML. `document` has been judged. */
export const TermsText = ({ document }: { document: TermsNode }) => (
  <div className={styles.reading}>{childrenOf(document)}</div>
);

const childrenOf = (node: TermsNode): ReactNode[] =>
  (node.content ?? []).map((it, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text that does not change keeps its order.
    <Fragment key={index}>{shown(it)}</Fragment>
  ));

function shown(node: TermsNode): ReactNode {
  switch (node.type) {
    case 'text':
      return (node.marks ?? []).reduce<ReactNode>(marked, node.text);
    case 'hardBreak':
      return <br />;
    case 'horizontalRule':
      return <hr />;
    case 'heading':
      return createElement(
        node.attrs && 'level' in node.attrs && node.attrs.level === 2 ? 'h3' : 'h4',
        {},
        ...childrenOf(node),
      );
    case 'orderedList':
      return <ol start={node.attrs && 'start' in node.attrs ? node.attrs.start : 1}>{childrenOf(node)}</ol>;
    case 'doc':
      return childrenOf(node);
    default:
      return createElement(elements[node.type], {}, ...childrenOf(node));
  }
}

function marked(inner: ReactNode, mark: TermsMark): ReactNode {
  if (mark.type !== 'link') return createElement(markElements[mark.type], {}, inner);
  return (
    <a href={mark.attrs.href} target="_blank" rel="noopener noreferrer nofollow">
      {inner}
    </a>
  );
}
