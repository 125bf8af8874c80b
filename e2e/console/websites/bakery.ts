/** A bakery in Nairobi: several pages, a price table, questions, and contacts in the footer. */
import type { WebPage } from './website.ts';

const page = (title: string, content: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title} | Asha Bakery</title>
<meta name="description" content="Fresh bread, cakes and mandazi baked every morning in Westlands, Nairobi.">
<link rel="stylesheet" href="/style.css"></head>
<body>
<header class="site-header"><a href="/"><img src="/logo.png" alt="Asha Bakery"></a>
<nav><ul><li><a href="/">Home</a></li><li><a href="/menu.html">Our menu</a></li>
<li><a href="/faq.html">Questions</a></li><li><a href="/delivery.html">Delivery</a></li>
<li><a href="/contact.html">Contact</a></li><li><a href="https://www.instagram.com/ashabakery">Instagram</a></li>
<li><a href="/cart">Cart (0)</a></li></ul></nav></header>
<main>${content}</main>
<footer><p>Asha Bakery, Woodvale Grove, Westlands</p>
<p>Call us: <a href="tel:+254722123456">0722 123 456</a> | <a href="https://wa.me/254722123456">WhatsApp</a></p>
<p>&copy; 2026 Asha Bakery. All rights reserved.</p></footer>
<div class="cookie-banner">We use cookies. <button>Accept</button></div>
<script>window.dataLayer=[];</script></body></html>`;

export const bakery: { readonly [path: string]: WebPage } = {
  '/': page(
    'Home',
    `<h1>Welcome to Asha Bakery</h1>
<p>We are a family bakery in Westlands. Since 2009 we have baked bread, cakes and pastries by hand, every day.</p>
<h2>Opening hours</h2>
<p>Monday - Friday: 6:30 am - 7:00 pm<br>Saturday: 7:00 am - 6:00 pm<br>Sunday: closed</p>
<h2>Custom cakes</h2>
<p>Order birthday cakes two days before, and wedding cakes two weeks before. A deposit of half the price is needed.</p>
<p><a class="button" href="/menu.html">See the menu</a></p>`,
  ),
  '/menu.html': page(
    'Menu',
    `<h1>Our menu</h1>
<table><thead><tr><th>Item</th><th>Price (KES)</th><th>Size</th></tr></thead><tbody>
<tr><td>White bread</td><td>65</td><td>400 g</td></tr>
<tr><td>Brown bread</td><td>70</td><td>400 g</td></tr>
<tr><td>Mandazi</td><td>15</td><td>piece</td></tr>
<tr><td>Beef samosa</td><td>60</td><td>piece</td></tr>
<tr><td>Black forest cake</td><td>2,200</td><td>1 kg</td></tr>
<tr><td>Red velvet cake</td><td>2,400</td><td>1 kg</td></tr>
<tr><td>Wedding cake</td><td>from 18,000</td><td></td></tr>
</tbody></table>
<p>Prices include VAT.</p>`,
  ),
  '/faq.html': page(
    'Questions',
    `<h1>Frequently asked questions</h1>
<h3>Do you deliver?</h3><p>Yes, within 10 km of Westlands, every day except Sunday.</p>
<h3>Can I pay with M-Pesa?</h3><p>Yes. Our till number is 512345. We also take cash and Visa.</p>
<h3>Do you have eggless cakes?</h3><p>Yes, please order them one day before.</p>
<h3>Is there parking?</h3><p>Yes, behind the building, free for one hour.</p>`,
  ),
  '/delivery.html': page(
    'Delivery',
    `<h1>Delivery</h1>
<p>Delivery costs KES 200 within Westlands and is free for orders above KES 5,000.</p>
<h2>Returns</h2><p>Tell us on the same day if something is not right, and we will replace it.</p>
<h2>Prices today</h2><ul><li>Mandazi – KES 20</li></ul>`,
  ),
  '/contact.html': page(
    'Contact',
    `<h1>Contact us</h1><p>Phone: 0722 123 456</p><p>Email: orders@ashabakery.example</p>
<h2>Location</h2><p>Woodvale Grove, opposite the post office, Westlands, Nairobi</p>
<form action="/send"><label>Your name <input name="name"></label><button>Send</button></form>`,
  ),
  '/sitemap.xml': { status: 404 },
};
