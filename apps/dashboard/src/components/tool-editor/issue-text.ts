import { useTranslation } from 'react-i18next'
import { said } from '../../i18n/i18n.ts'
import type { Issue } from './tool-form.ts'

/** An issue as a sentence; nothing for none. */
export function useIssueText(): (issue: Issue | undefined) => string | undefined {
  const { t } = useTranslation()
  return (issue) => issue && ('text' in issue ? said(issue.text) : t(`tools.problems.${issue.key}`))
}
