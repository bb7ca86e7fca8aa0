import type { Generated } from 'kysely';
import type { CustomerType } from './customers.ts';

interface BranchRow {
  id: number;
  name: string;
  head_branch: Generated<boolean>;
}

interface DomainTotalRow {
  /** 0 where the accounts are in no branch. */
  branch_id: number;
  account_type: CustomerType;
  count: bigint;
  khr_minor: string;
  usd_minor: string;
}

interface DomainTotalHeadRow {
  id: Generated<number>;
  /** The last record of the book that the totals count. */
  seq: bigint;
}

export interface DomainAccountsTables {
  branch: BranchRow;
  domain_total: DomainTotalRow;
  domain_total_head: DomainTotalHeadRow;
}
