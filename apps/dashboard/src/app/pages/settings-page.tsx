// An agent's settings, including the user's notifications about its conversations.
import { SettingsPage as AgentSettings } from '../../features/agents/settings/settings-page.tsx'
import { inSubPage } from '../../components/layout/sub-pages.tsx'
import { lazyWithTexts } from '../../i18n/lazy-with-texts.ts'

const Notifications = inSubPage(lazyWithTexts(() => import('./agent-notifications.tsx'), 'AgentNotifications'))

export const SettingsPage = () => <AgentSettings notifications={Notifications} />
