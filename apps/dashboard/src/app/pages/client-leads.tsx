export { LeadsPage as default } from '../../features/leads/leads-page.tsx'
