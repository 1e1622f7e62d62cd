import { useEffect, useState } from 'preact/hooks'

// As in layout.css: the thread then covers the channel.
const NARROW = matchMedia('(max-width: 759px)')

export function useIsNarrow() {
  const [isNarrow, setNarrow] = useState(NARROW.matches)
  useEffect(() => {
    const onChange = () => setNarrow(NARROW.matches)
    NARROW.addEventListener('change', onChange)
    return () => NARROW.removeEventListener('change', onChange)
  }, [])
  return isNarrow
}
