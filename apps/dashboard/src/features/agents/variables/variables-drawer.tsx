import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { VariableList } from './variable-list.tsx'

export default function VariablesDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <SideDrawer title={t('agents.variables.title')} onClose={onClose} size={520}>
      <Text size="sm" c="dimmed" mb="md">
        {t('agents.variables.text')}
      </Text>
      <VariableList />
    </SideDrawer>
  )
}
