import { useLocation, useNavigate } from 'react-router-dom';
import { returnPath } from './return-path.ts';

/** For a sign-in screen: `const goBack = useReturn()` goes on to where the person wanted to be. */
export function useReturn(): () => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  return () => void navigate(returnPath(new URLSearchParams(search).get('to')), { replace: true });
}
