import { downloadReport, openTicket, reportCsv, useTicket } from '@tonle/contract/reports';
import { addressOf, call, fetchFile } from '../../api/call.ts';
import { getConfig } from '../../session/config.ts';

/**
 * Saves a report's file. On our own server the browser fetches it by an address with a ticket, straight to the disk; another
 * server's comes through memory, since its address would need the token.
 */
export async function saveReport(id: string, fileName: string | undefined): Promise<void> {
  if (getConfig().extensions) {
    const { data } = await call(openTicket, { params: { id } });
    follow(addressOf(useTicket, { params: { ticket: data.ticket } }), fileName);
    return;
  }
  const isPdf = fileName?.endsWith('.pdf');
  const blob = await fetchFile(isPdf ? downloadReport : reportCsv, { params: { id } });
  const address = URL.createObjectURL(blob);
  follow(address, fileName ?? `report-${id}.csv`);
  // The click has begun to read it; nobody says when it is done.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function follow(address: string, fileName: string | undefined): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName ?? '';
  document.body.append(link);
  link.click();
  link.remove();
}
