import { useLocation, useNavigate } from 'react-router-dom';
import { returnPath } from './return-path.ts';

/** Returns a function for a sign-in screen that navigates to the address the user came from: `const goBack = useReturnTo()`. */
export function useReturnTo(): () => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  return () => void navigate(returnPath(new URLSearchParams(search).get('to')), { replace: true });
}
