import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { Basket } from '#contract/enrolment/catalog.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { footerQuery } from '#src/api/content.ts'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { TextLink } from '#src/ui/data/text-link.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'

/** What the user agrees to: the contract as PDF and the public offer. */
export function ContractDraft({ basket: { groceryBasketUuid: id, student } }: { basket: Basket }) {
  const openExternal = useRouteContext({ from: '__root__', select: (context) => context.openExternal })
  const ask = usePressMutation({
    ...callMutation('GET /v1/catalog/basket/{id}/contract-link', { handlesError: true }),
    onSuccess: ({ url }) => openExternal(url),
  })
  const { data: footer } = useQuery(footerQuery())
  return (
    <Card as="div" title={<Trans>Условия договора</Trans>} level={3}>
      <p className="mb-sm">
        <Trans>Прочитайте до того, как согласиться: проект договора ни к чему не обязывает.</Trans>
      </p>
      <div className="flex flex-wrap items-center gap-x-base gap-y-xs">
        <Button
          icon={<Icon name="download" />}
          busy={ask.isPending}
          onClick={() => ask.mutate({ params: { id }, query: { studentUuid: student.uuid } })}
        >
          <Trans>Прочитать договор</Trans>
        </Button>
        {footer?.offerUrl && (
          <TextLink href={footer.offerUrl} target="_blank" rel="noreferrer">
            <Trans>Публичная оферта</Trans>
          </TextLink>
        )}
      </div>
      <CallError error={ask.error}>
        <Trans>Не удалось подготовить договор.</Trans>
      </CallError>
    </Card>
  )
}
