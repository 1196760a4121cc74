import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { childrenOf } from '#src/api/profile.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { Field } from '#src/ui/forms/form.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'

type TicketChild = {
  /** Of a parent; empty for others. */
  children: AnswerOf<Calls['GET /v1/profile/children']>
  chosen: string | null
  onChoose: (child: string | null) => void
}

/**
 * The child whom a new ticket is about: the one that was chosen for its draft, that of the entry, the one that the parent
 * has chosen on other pages, or the only one.
 */
export function useTicketChild(ofDraft: string | null | undefined, ofEntry: readonly string[]): TicketChild {
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  const { data: children = [] } = useQuery({ ...optionalQuery(childrenOf('writes')), enabled: isParent })
  const recall = useRouteContext({ from: '__root__', select: (context) => context.chosenChild.recall })
  const [recalled] = useState(recall)
  const [picked, setPicked] = useState(ofDraft)
  const own = isParent ? children : []
  const known = (id: string | null | undefined) => own.find(({ uuid }) => uuid === id)?.uuid
  const offered = ofEntry.length === 1 ? ofEntry[0] : (known(recalled) ?? (own.length === 1 ? own[0]?.uuid : null))
  return {
    children: own,
    chosen: picked === null ? null : (known(picked) ?? known(offered) ?? null),
    onChoose: setPicked,
  }
}

export function ChildField({ children, chosen, onChoose }: TicketChild) {
  const { t } = useLingui()
  return (
    <Field label={t`О ком`}>
      <Select value={chosen ?? ''} onChange={({ target }) => onChoose(target.value || null)}>
        <option value="">{t`Не о ребёнке`}</option>
        {children.map(({ uuid, firstName }) => (
          <option key={uuid} value={uuid}>
            {firstName}
          </option>
        ))}
      </Select>
    </Field>
  )
}
