import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { callMutation } from '#src/api/call-mutation.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { Button } from '#src/ui/button.tsx'
import { ProviderRow } from './linked-account.tsx'
import { useIsLoggedAs } from './only-themselves.tsx'
import { providerLook } from './provider-names.ts'

const route = getRouteApi('/profile')

/** A provider none of whose accounts is linked yet: the button leads to it. */
export function UnlinkedProvider({ provider }: { provider: string }) {
  const { t } = useLingui()
  const leaveFor = route.useRouteContext({ select: (context) => context.leaveFor })
  const isLoggedAs = useIsLoggedAs()
  const { name } = providerLook(provider)
  const begin = useMutation({
    ...callMutation('GET /v1/profile/account/iam-oauth-url/{provider}', { returnsFailure: true }),
    onSuccess: ({ url }) => leaveFor(url),
  })
  return (
    <ProviderRow
      provider={provider}
      action={
        <Button
          size="small"
          aria-label={t`Привязать ${name}`}
          disabled={isLoggedAs}
          // Once the address is here the page is being left.
          busy={begin.isPending || begin.isSuccess}
          onClick={() => begin.mutate({ params: { provider } })}
        >
          <Trans>Привязать</Trans>
        </Button>
      }
    >
      {begin.error ? (
        <span role="alert" className="text-ink-error">
          <FailureWords error={begin.error} />
        </span>
      ) : (
        <Trans>не привязан</Trans>
      )}
    </ProviderRow>
  )
}
