import { useQuery } from '@tanstack/react-query'
import { displayName } from '#contract/people/names.ts'
import { userQuery } from '#src/api/admin.ts'
import { FilterChip } from '#src/ui/forms/filter-chips.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'

/** A filter of a list by a person, which a press takes off. */
export function PersonChip({ id, label, onRemove }: { id: string; label: string; onRemove: () => void }) {
  const { data: user } = useQuery(userQuery(id))
  return (
    <FilterChip ref={passFocusUp} pressed icon="close" onClick={onRemove}>
      {label}: {user && displayName(user)}
    </FilterChip>
  )
}
