import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { UserCard } from '#contract/people/admin.ts'
import { userPairingCodesQuery } from '#src/api/admin.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { PairingCodes } from '#src/routes/-flow/account/pairing/pairing-codes.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'

/** Codes with which an adult, or the child's own account, is linked with this child. */
export function UserPairingCodes({ user: { id } }: { user: UserCard }) {
  const { open } = useScreenSearch('admin')
  const revoke = useMutation(callMutation('DELETE /v1/admin/user/{id}/pairing-code/{codeId}'))
  return (
    <div className="flex flex-col items-start gap-xs">
      <QueryBoundary
        query={userPairingCodesQuery(id)}
        skeleton={<SkeletonLine width="half" />}
        isEmpty={(codes) => codes.length === 0}
        empty={
          <p className="text-ink-muted">
            <Trans>Кодов нет. По коду второй родитель или сам ребёнок связывают кабинет с этими данными.</Trans>
          </p>
        }
      >
        {(codes) => (
          <PairingCodes
            codes={codes}
            busyId={revoke.isPending ? revoke.variables.params.codeId : null}
            onRevoke={(codeId) => revoke.mutate({ params: { id, codeId } })}
          />
        )}
      </QueryBoundary>
      <Button size="small" aria-haspopup="dialog" onClick={() => open({ dialog: 'pairing-code' })}>
        <Trans>Создать код</Trans>
      </Button>
    </div>
  )
}
