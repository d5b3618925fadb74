// A collapsible section of the details. This browser remembers collapsed ones.
import { Collapse, Title, UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { type ReactNode, useId } from 'react'
import classes from './details-panel.module.css'
import { Chevron } from '../../../../components/content/chevron.tsx'

type SectionName = 'visitor' | 'lead' | 'notes' | 'variables' | 'pages' | 'earlier'

export function DetailsSection({ name, title, children }: { name: SectionName; title: string; children: ReactNode }) {
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
          <Chevron open={isOpen} size={16} />
        </UnstyledButton>
      </Title>
      <Collapse expanded={isOpen} id={id}>
        {children}
      </Collapse>
    </section>
  )
}
