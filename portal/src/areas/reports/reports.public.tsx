export { ExportButton } from './export-button.tsx';
export { StatementButton } from './statement-button.tsx';
