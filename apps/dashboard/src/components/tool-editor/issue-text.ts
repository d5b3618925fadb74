import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../i18n/translate-message.ts'
import type { Issue } from './tool-form.ts'

/** An issue as a sentence; nothing for none. */
export function useIssueText(): (issue: Issue | undefined) => string | undefined {
  const { t } = useTranslation()
  return (issue) => issue && ('message' in issue ? translateMessage(issue.message) : t(`tools.problems.${issue.key}`))
}
