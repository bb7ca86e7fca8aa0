import { addCustomers } from '../areas/customers/customers.public.ts';
import { inTransaction } from '../db/tx.ts';
import type { DemoPart } from './demo-part.ts';

const rowsPerStatement = 200;

/** Who holds the accounts; the accounts are opened with the traffic, each at its time. */
export const addPeople: DemoPart = async ({ database, customers, progress }) => {
  progress(`Demo bank: ${customers.length} customers`);
  const rows = customers.map((it) => ({
    account_id: it.accountId,
    account_type: it.accountType,
    first_name: it.firstName,
    last_name: it.lastName,
    first_name_khmer: it.firstNameKhmer,
    last_name_khmer: it.lastNameKhmer,
    organization_name: it.organizationName,
    organization_name_khmer: it.organizationNameKhmer,
    primary_contact: it.primaryContact,
    secondary_contact: it.secondaryContact,
    address: it.address,
    birthday: it.birthday,
    sex: it.sex,
    nationality: it.nationality,
    document_id: it.documentId,
    kyc_status: it.kycStatus,
    registered_at: it.registeredAt,
    updated_at: it.registeredAt,
  }));
  await inTransaction(database.db, async (tx) => {
    for (let start = 0; start < rows.length; start += rowsPerStatement) {
      await addCustomers(tx, rows.slice(start, start + rowsPerStatement));
    }
  });
};
