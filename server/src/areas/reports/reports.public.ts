export { accountList } from './account-list.ts';
export { declareCsv, type ReportDeclaration } from './report-declaration.ts';
export { Reports, type ReportTiming } from './reports.ts';
export { accountStatement } from './statement.ts';
