import { redirect } from 'react-router-dom';

export const loader = async () => {
  throw redirect('/test/reading');
};

export const Component = () => null;
