import { useReturnTo } from '#platform/session/use-return-to.ts';
import { Button } from '#platform/ui/button.tsx';
import { Page } from '#platform/ui/page.tsx';
import { useTestCall } from '#platform/test/screens/features/test-platform.ts';

export function Component() {
  const [signIn] = useTestCall('POST /sign-in', { revalidate: 'nothing' });
  const goBack = useReturnTo();
  const press = async () => {
    if ((await signIn())?.ok) goBack();
  };
  return (
    <Page heading="Sign in">
      <Button onClick={() => void press()}>Let me in</Button>
    </Page>
  );
}
