import { Button, FileButton } from '@mantine/core';
import { IconUpload, IconX } from '@tabler/icons-react';
import { type ReactNode, useId, useRef } from 'react';
import { FieldLabel } from './field-label.tsx';
import styles from './file-choice.module.css';

type FileChoiceProps = {
  label: ReactNode;
  accept: readonly string[];
  /** What is chosen, or stands already; shown before the buttons. */
  children?: ReactNode;
  choose: string;
  onFile: (file: File) => void;
  drop: string;
  /** Takes the chosen file back; given where there is one. */
  onDrop?: (() => void) | undefined;
  error: string | undefined;
  help: ReactNode;
};

/** Asks for an optional file. The one that was taken back, or mended on the disk, can be chosen again. */
export function FileChoice({
  label,
  accept,
  children,
  choose,
  onFile,
  drop,
  onDrop,
  error,
  help,
}: FileChoiceProps) {
  const id = useId();
  const forget = useRef<() => void>(null);
  return (
    <div>
      <span className="tn-label" id={id}>
        <FieldLabel label={label} optional />
      </span>
      <div className={styles.upload}>
        {children}
        <FileButton
          accept={accept.join(',')}
          resetRef={forget}
          onChange={(file) => {
            forget.current?.();
            if (file !== null) onFile(file);
          }}
          inputProps={{ 'aria-labelledby': id }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconUpload size={16} stroke={1.6} />}
              aria-describedby={`${id} ${id}-below`}
            >
              {choose}
            </Button>
          )}
        </FileButton>
        {onDrop !== undefined && (
          <Button variant="subtle" leftSection={<IconX size={16} stroke={1.6} />} onClick={onDrop}>
            {drop}
          </Button>
        )}
      </div>
      <div id={`${id}-below`} className={styles.below}>
        {error === undefined ? (
          help
        ) : (
          <span className={styles.error} role="alert">
            {error}
          </span>
        )}
      </div>
    </div>
  );
}
