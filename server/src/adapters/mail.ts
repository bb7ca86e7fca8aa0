import { createTransport } from 'nodemailer';

export interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
}

export interface MailSender {
  send(mail: Mail): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 20_000;

/**
 * Sends by SMTP. A mail server that refuses for good (5xx after the greeting) is told apart from one that cannot take
 * the mail now: `refuseForGood` makes the error of the first.
 */
export function smtpSender(options: {
  url: string;
  from: string;
  refuseForGood: (reason: string) => Error;
}): MailSender {
  const transport = createTransport({
    url: options.url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ recipient, subject, text }) => {
      try {
        await transport.sendMail({ from: options.from, to: { name: '', address: recipient }, subject, text });
      } catch (error) {
        const code = Reflect.get(Object(error), 'responseCode');
        const command = String(Reflect.get(Object(error), 'command') ?? '');
        // Only a refusal of this very mail is final; a login or a greeting that fails may be mended by somebody.
        const isFinal = typeof code === 'number' && code >= 500 && /^(RCPT|MAIL|DATA)/.test(command);
        throw isFinal ? options.refuseForGood(`refused with ${code}`) : error;
      }
    },
    close: () => transport.close(),
  };
}
