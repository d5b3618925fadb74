// A part of what stands beside a conversation. Folded parts stay so, in this browser.
import { Collapse, Title, UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './details-panel.module.css'

type PartName = 'visitor' | 'lead' | 'notes' | 'variables' | 'pages' | 'earlier'

export function DetailsPart({ name, title, children }: { name: PartName; title: string; children: ReactNode }) {
  const id = useId()
  const [folded, setFolded] = useLocalStorage<readonly string[]>({
    key: 'parlance-inbox-folded',
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  const isOpen = !folded.includes(name)
  return (
    <section aria-label={title}>
      <Title order={3} size="h6">
        <UnstyledButton
          className={classes.fold}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setFolded(isOpen ? [...folded, name] : folded.filter((one) => one !== name))}
        >
          {title}
          <IconChevronDown size={16} stroke={1.5} aria-hidden="true" data-open={isOpen || undefined} />
        </UnstyledButton>
      </Title>
      <Collapse expanded={isOpen} id={id}>
        {children}
      </Collapse>
    </section>
  )
}
