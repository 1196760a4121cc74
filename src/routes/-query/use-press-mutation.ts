import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

type PressMutation<Answer, Variables> = Omit<UseMutationResult<Answer, Error, Variables>, 'mutate' | 'mutateAsync'> & {
  mutate: UseMutationResult<Answer, Error, Variables>['mutate']
}

/**
 * The mutation of a button. A press is ignored while an earlier one runs, also when it comes before the button is
 * rendered as busy. Forms have the same in `FormDialog`.
 */
export function usePressMutation<Answer, Variables>(
  options: UseMutationOptions<Answer, Error, Variables>,
): PressMutation<Answer, Variables> {
  const mutation = useMutation(options)
  const { isPending, mutate } = mutation
  const isRunning = useRef(false)
  // After every render, because a short run may be rendered only when it is over.
  useEffect(() => {
    if (!isPending) isRunning.current = false
  })
  return {
    ...mutation,
    mutate: (...args) => {
      if (isRunning.current) return
      isRunning.current = true
      mutate(...args)
    },
  }
}
